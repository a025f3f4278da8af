//! The page in a real browser: what a person sees and does, from the first visit to a shared link.
//!
//! Each scenario drives a Chromium of its own against one running server. It fails on any message in the console, any
//! violation of the Content-Security-Policy, and any request that is not answered as it should be.
//!
//! Where there is no Chromium or chromedriver the scenarios are reported as ignored, with the reason. With
//! `PLANSCOPE_REQUIRE_BROWSER=1` that is a failure: so it is for `.ci/run`.

mod browser;
mod chain_breaks;
mod diagnostics;
mod editor;
mod finding;
mod first_visit;
mod graphs;
mod hostile_text;
mod inspector;
mod keyboard;
mod phone;
mod readings;
mod rules;
mod server;
mod sharing;
mod steps;
mod what_if;
mod without_script;

use std::future::Future;
use std::process::ExitCode;
use std::sync::Arc;

use libtest_mimic::{Arguments, Completion, Trial};

use crate::browser::{Driver, Visitor};
use crate::server::Server;

/// What scenarios share.
pub struct Stage {
    driver: Driver,
    server: Server,
}

/// What a scenario may end with: it panics when something is not as it should be.
type Outcome = Result<(), fantoccini::error::CmdError>;

/// A scenario by name, for the kind of browser that it needs.
macro_rules! scenarios {
    ($stage:expr; $($module:ident: $($name:ident),+;)+) => {
        vec![$($(scenario($stage, concat!(stringify!($module), "::", stringify!($name)), $module::$name)),+),+]
    };
}

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let stage = match Driver::start() {
        Ok(driver) => Ok(Arc::new(Stage { driver, server: Server::start() })),
        Err(reason) => Err(reason),
    };
    let trials = scenarios! { &stage;
        first_visit: offers_an_editor_and_examples, a_pasted_pipeline_becomes_three_graphs, an_example_opens;
        editor: lines_and_text_area_stand_on_each_other, typing_plans_again, tab_leaves_it, unsaved_work_survives_a_reload, leaving_a_long_line_shows_where_lines_begin;
        diagnostics: a_wrong_definition_is_explained_at_its_place, a_suggestion_can_be_taken_and_undone, what_flink_refuses_is_said_in_flinks_words, a_warning_stands_beside_the_plan;
        steps: keys_go_through_all_of_them, a_step_marks_the_graphs, the_address_follows_and_leads_back, the_timeline_leads_to_broken_chains, back_goes_to_the_step_before_each_jump;
        graphs: counterparts_light_up_in_all_panes, a_selection_stays_and_is_in_the_address, one_graph_can_have_the_page, drawings_zoom_and_fit, a_vertex_id_is_copied, what_is_folded_is_counted_whole;
        inspector: each_kind_of_element_has_its_fields, the_keyboard_opens_it_and_escape_gives_the_focus_back, it_follows_the_step, it_folds_the_source_which_can_be_opened_beside_it, a_deep_link_shows_the_same_again, what_is_tried_on_a_call_is_planned;
        chain_breaks: the_keyboard_leads_through_a_break_and_its_fix_and_back, breaks_are_filtered_by_reason, on_a_phone_rows_are_cards;
        finding: a_name_is_found_and_selected, an_error_message_is_pasted_whole, a_stack_trace_that_no_address_holds_is_pasted_whole, an_operator_of_a_large_plan_is_found_though_it_is_not_drawn, a_filter_leaves_steps_out, the_steps_about_one_element_are_gone_through;
        sharing: nothing_is_stored_until_save, a_saved_plan_opens_in_another_browser, a_link_that_stores_nothing_opens_in_another_browser, an_edit_of_a_saved_plan_is_a_new_one, the_files_of_a_saved_plan_are_offered, a_link_that_cannot_be_read_says_so;
        keyboard: everything_is_reached_and_shows_its_focus, dialogs_open_and_close_and_give_the_focus_back, keys_are_text_while_one_types;
        what_if: a_fix_is_previewed_from_its_step_and_left_again, switches_change_the_plan_at_once_and_back, batch_says_what_it_needs, applying_edits_the_source_and_can_be_undone, a_change_that_cannot_be_made_is_said_and_can_be_taken_back,
            the_focus_stays_near_what_was_pressed_when_that_is_gone;
        readings: a_pasted_plan_lists_its_assumptions_and_takes_other_answers, what_a_plan_says_of_no_operator_can_be_said_of_one, a_plan_opens_as_a_definition, a_kind_can_be_chosen, the_plan_of_a_job_graph_stands_alone, lines_of_a_program_light_up_and_its_other_branch_can_be_taken, another_answer_is_given_without_a_script;
        without_script: a_saved_plan_is_complete, a_pasted_pipeline_can_be_planned_and_saved, a_pasted_pipeline_can_be_mended, elements_breaks_steps_and_searches_are_links;
        phone: panes_are_tabs_and_nothing_overflows, the_explanation_opens_as_a_sheet, the_help_is_reached,
            assumptions_wait_in_the_sheet_and_leave_the_graph_its_place;
        rules: a_step_leads_to_its_rule_and_the_rule_to_its_pipelines, pages_fit_a_phone_and_need_no_script;
        hostile_text: names_are_only_text, long_names_stay_where_they_are_shown;
    };
    let conclusion = libtest_mimic::run(&arguments, trials);
    // Ends the driver and the server, which no one else holds any more.
    drop(stage);
    conclusion.exit_code()
}

fn scenario<F>(stage: &Result<Arc<Stage>, String>, name: &'static str, run: fn(Arc<Stage>) -> F) -> Trial
where
    F: Future<Output = Outcome> + 'static,
{
    let stage = stage.clone();
    Trial::ignorable_test(name, move || {
        let stage = match stage {
            Ok(stage) => stage,
            Err(reason) if std::env::var_os("PLANSCOPE_REQUIRE_BROWSER").is_some() => {
                return Err(reason.into());
            }
            Err(reason) => return Ok(Completion::ignored_with(reason)),
        };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(run(stage))?;
        Ok(Completion::Completed)
    })
}

impl Stage {
    /// Somebody with a browser as most people have it.
    pub async fn visitor(&self) -> Visitor {
        self.driver.visitor(&self.server.address, browser::Kind::Desktop).await
    }

    /// Somebody whose browser runs no scripts.
    pub async fn visitor_without_script(&self) -> Visitor {
        self.driver.visitor(&self.server.address, browser::Kind::WithoutScript).await
    }

    /// Somebody with a phone.
    pub async fn visitor_with_a_phone(&self) -> Visitor {
        self.driver.visitor(&self.server.address, browser::Kind::Phone).await
    }
}
